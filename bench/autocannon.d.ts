// The part of autocannon that is used here; it comes without types.
declare module 'autocannon' {
	type Options = {
		url: string
		headers: Record<string, string>
		connections: number
		/** Seconds. */
		duration: number
	}
	type Result = {
		requests: { average: number }
		non2xx: number
		errors: number
	}
	function autocannon(options: Options): Promise<Result>

	export = autocannon
}
