import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
	layout('routes/layout.tsx', [
		route('landing', 'routes/landing.tsx'),
		route('login', 'routes/login.tsx'),
		route('auth', 'routes/auth.tsx'),
		route('chat', 'routes/chat.tsx'),
		route('saved-chats', 'routes/saved-chats.tsx'),
		route('website-help', 'routes/website-help.tsx'),
		route('guia', 'routes/guide.tsx'),
		route('guia/:slug', 'routes/guide-topic.tsx'),
		route('calidad', 'routes/quality.tsx'),
		route('ayuda-legal', 'routes/legal-help.tsx'),
		route('user-feedback', 'routes/user-feedback.tsx'),
	]),
	route('guia/busqueda.json', 'routes/guide-search.ts'),
	// The server redirects these two before any page is sent; here they serve links and navigation inside the app.
	index('routes/elsewhere.tsx', { id: 'home' }),
	route('*', 'routes/elsewhere.tsx', { id: 'unknown' }),
] satisfies RouteConfig
