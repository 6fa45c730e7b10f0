// What the browser learns at run time, so that the pages themselves can stay as they were built.
export type RuntimeConfig = { anonKey: string }

let loading: Promise<RuntimeConfig> | undefined

/** `/config.json`, asked for once; after a failure the next call asks again. */
export function runtimeConfig(): Promise<RuntimeConfig> {
	loading ??= load().catch((error: unknown) => {
		loading = undefined
		throw error
	})
	return loading
}

async function load(): Promise<RuntimeConfig> {
	const response = await fetch('/config.json')
	if (!response.ok) throw new TypeError(`config.json answered ${response.status}`)
	return response.json()
}
