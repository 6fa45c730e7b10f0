// The interface's texts: `m.landing_title()`. Kept in es.json and en.json, compiled at build time; a missing key fails
// the type check, and a page loads only the texts it uses.
export { m } from './generated/messages.js'
