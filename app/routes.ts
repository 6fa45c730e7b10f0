import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

export default [
	layout('routes/layout.tsx', [
		route('landing', 'routes/landing.tsx'),
		route('login', 'routes/login.tsx'),
		route('auth', 'routes/auth.tsx'),
		route('chat', 'routes/chat.tsx'),
		route('saved-chats', 'routes/saved-chats.tsx'),
	]),
	// The server redirects these two before any page is sent; here they serve links and navigation inside the app.
	index('routes/elsewhere.tsx', { id: 'home' }),
	route('*', 'routes/elsewhere.tsx', { id: 'unknown' }),
] satisfies RouteConfig
