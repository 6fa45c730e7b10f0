import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { classes } from '../../ui/classes.ts'

type MenuLinkProps = Omit<ComponentProps<typeof Link>, 'to'> & { to: string }

/** A way to another page that knows when it leads to this one. */
export function MenuLink({ to, className, ...rest }: MenuLinkProps) {
	const { pathname } = useLocation()
	return (
		<Link
			{...rest}
			to={to}
			aria-current={pathname === to ? 'page' : undefined}
			className={classes('menu-link', className)}
		/>
	)
}
