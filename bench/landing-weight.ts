// What a visitor's first page costs: everything the landing page makes the browser load, as a real Chromium asks for it.
import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { chromiumFlags, findChromium } from '../scripts/find-chromium.mjs'
import type { Figure } from './report.ts'
import { startServerProcess } from './server-process.ts'

export async function measureLandingWeight(): Promise<Figure[]> {
	const server = await startServerProcess()
	const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags })
	try {
		const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
		const sizes: Record<string, number> = {}
		page.on('response', async (response) => {
			const body = await response.body().catch(() => Buffer.alloc(0))
			const kind = response.request().resourceType()
			const isCompressed = kind === 'font' || kind === 'image'
			sizes[kind] = (sizes[kind] ?? 0) + (isCompressed ? body.length : gzipSync(body).length)
		})
		await page.goto(`${server.url}/landing`, { waitUntil: 'networkidle' })
		const kilobytes = (bytes = 0) => bytes / 1024
		const script = kilobytes(sizes.script)
		const total = kilobytes(Object.values(sizes).reduce((sum, size) => sum + size, 0))
		return [
			{
				name: 'Landing, JavaScript on first load (gzip)',
				value: `${script.toFixed(1)} KB`,
				bar: 'at most 120 KB',
				met: script <= 120,
			},
			{ name: 'Landing, everything on first load (gzip)', value: `${total.toFixed(1)} KB`, bar: '' },
		]
	} finally {
		await browser.close()
		await server.stop()
	}
}
