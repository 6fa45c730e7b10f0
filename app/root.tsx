import fontUrl from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url'
import { type ReactNode, useEffect } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import type { Route } from './+types/root'
import './app.css'
import { ErrorPage } from './features/frame/error-page.tsx'
import { getLanguage, restoreLanguage } from './i18n/language.ts'
import { productName } from './product.ts'
import { Toaster } from './ui/toast.tsx'

export const links: Route.LinksFunction = () => [
	{ rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
	{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

export const meta: Route.MetaFunction = () => [{ title: productName }]

/** The document around every page, also around the one that says something went wrong. */
export function Layout({ children }: { children: ReactNode }) {
	return (
		<html lang={getLanguage()}>
			<head>
				<meta charSet="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<meta name="color-scheme" content="light dark" />
				<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
				<meta name="theme-color" content="#122634" media="(prefers-color-scheme: dark)" />
				<Meta />
				<Links />
			</head>
			<body>
				{children}
				<Toaster />
				<ScrollRestoration />
				<Scripts />
			</body>
		</html>
	)
}

export default function App() {
	useEffect(restoreLanguage, [])
	return <Outlet />
}

export function ErrorBoundary() {
	return <ErrorPage />
}
