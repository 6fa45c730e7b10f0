import { redirect } from 'react-router'

/** The bare address and every unknown one lead to the landing page. */
export function clientLoader() {
	return redirect('/landing')
}

export default function Elsewhere() {
	return null
}
