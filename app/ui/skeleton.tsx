import type { ReactNode } from 'react'
import { classes } from './classes.ts'

/** A grey block where something will stand; its size comes from `className`. Silent: the region around it speaks. */
export function Skeleton({ className }: { className?: string }) {
	return (
		<div
			aria-hidden="true"
			className={classes('animate-pulse rounded-lg bg-line motion-reduce:animate-none', className)}
		/>
	)
}

/** Lines of a text that is on its way; the last one is shorter, as last lines are. */
export function SkeletonText({ lines = 3 }: { lines?: number }) {
	const rows = Array.from({ length: lines }, (_, index) => index)
	return (
		<div className="grid gap-2.5">
			{rows.map((row) => (
				<Skeleton key={row} className={classes('h-5', row === lines - 1 && lines > 1 ? 'w-3/5' : 'w-full')} />
			))}
		</div>
	)
}

/** Holds skeletons and says once, in words, what is being waited for. */
export function LoadingRegion({
	label,
	children,
	className,
}: {
	label: string
	children: ReactNode
	className?: string
}) {
	return (
		<div aria-busy="true" className={className}>
			<p role="status" className="sr-only">
				{label}
			</p>
			{children}
		</div>
	)
}
