import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

const star = 'm12 3.8 2.6 5.2 5.7.8-4.1 4.1 1 5.7-5.2-2.7-5.2 2.7 1-5.7-4.1-4.1 5.7-.8L12 3.8Z'

// One hand: a 24-unit square, round strokes of 2 units, filled only where the filled form means something.
const shapes = {
	check: 'm5 12.5 4.5 4.5L19 7.5',
	chevron: 'm6 9.5 6 6 6-6',
	close: 'M6 6l12 12M18 6 6 18',
	copy: 'M11 9h7a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2h-7a2 2 0 0 1-2-2v-7a2 2 0 0 1 2-2ZM5.5 15H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1v.5',
	external:
		'M13.5 4.5h6v6M19 5l-8.5 8.5M17.5 14v4a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V8A1.5 1.5 0 0 1 6 6.5h4',
	info: 'M12 3.5a8.5 8.5 0 1 1 0 17 8.5 8.5 0 0 1 0-17ZM12 11v5.5M12 7.5v.01',
	menu: 'M4 6.5h16M4 12h16M4 17.5h16',
	microphone: 'M12 3a3 3 0 0 1 3 3v5a3 3 0 0 1-6 0V6a3 3 0 0 1 3-3ZM5.5 11.5a6.5 6.5 0 0 0 13 0M12 18v3M8.5 21h7',
	phone:
		'M6.5 4h3l1.6 4.2-2 1.6a11 11 0 0 0 5.1 5.1l1.6-2 4.2 1.6v3a1.5 1.5 0 0 1-1.6 1.5A15.5 15.5 0 0 1 5 5.6 1.5 1.5 0 0 1 6.5 4Z',
	print: 'M7 8.5V4h10v4.5M7 17H5a1 1 0 0 1-1-1v-6.5a1 1 0 0 1 1-1h14a1 1 0 0 1 1 1V16a1 1 0 0 1-1 1h-2M7 14h10v6H7v-6Z',
	question: 'M8.4 8.6a3.6 3.6 0 1 1 5.4 3.1c-1.2.7-1.8 1.4-1.8 2.8M12 18.8v.01',
	search: 'M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13ZM15.5 15.5l5 5',
	send: 'M4 12 20 4.5 14.5 20l-3.2-6.8L4 12Zm7.3 1.2L20 4.5',
	share: 'M12 14.5V4M8 7.5 12 3.5l4 4M6.5 11H5.5a1 1 0 0 0-1 1v7a1 1 0 0 0 1 1h13a1 1 0 0 0 1-1v-7a1 1 0 0 0-1-1h-1',
	'sign-out': 'M14 4.5H6.5a1 1 0 0 0-1 1v13a1 1 0 0 0 1 1H14M10.5 12h10M17 8.5l3.5 3.5-3.5 3.5',
	speaker: 'M4 9.5h3.5L12.5 5v14l-5-4.5H4v-5ZM16 9a4.2 4.2 0 0 1 0 6M18.5 6.5a7.8 7.8 0 0 1 0 11',
	star,
	'star-filled': star,
	trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 12.5h9l1-12.5M10.2 10.5v6M13.8 10.5v6',
	user: 'M12 4a3.8 3.8 0 1 1 0 7.6A3.8 3.8 0 0 1 12 4ZM4.5 20a7.5 7.5 0 0 1 15 0',
	warning: 'M12 4 2.8 19.5h18.4L12 4ZM12 10v4.5M12 17v.01',
} as const

export type IconName = keyof typeof shapes

type IconProps = Omit<ComponentProps<'svg'>, 'name'> & { name: IconName }

/** A picture beside a word, never instead of it: hidden from screen readers. 24 px unless `className` gives a size. */
export function Icon({ name, className, ...rest }: IconProps) {
	return (
		<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false" className={classes('icon', className)} {...rest}>
			<path d={shapes[name]} fill={name === 'star-filled' ? 'currentColor' : undefined} />
		</svg>
	)
}
