import { findable } from '../features/frame/page-meta.ts'
import { Closing } from '../features/landing/closing.tsx'
import { Hero } from '../features/landing/hero.tsx'
import { PrivacyPromise } from '../features/landing/privacy-promise.tsx'
import { Steps } from '../features/landing/steps.tsx'
import { m } from '../i18n/messages.ts'
import { productName } from '../product.ts'
import type { Route } from './+types/landing'
import type { RouteHandle } from './layout.tsx'

export const handle: RouteHandle = { worksWithoutScript: true }

export const meta: Route.MetaFunction = () =>
	findable({
		title: `${productName}: ${m.landing_meta_title()}`,
		description: m.landing_meta_description(),
		path: '/landing',
	})

export default function Landing() {
	return (
		<>
			<Hero />
			<Steps />
			<PrivacyPromise />
			<Closing />
		</>
	)
}
