// The same page as /login: where a session that is missing or over leads to.
export { clientLoader, default, HydrateFallback, meta, shouldRevalidate } from './login.tsx'
