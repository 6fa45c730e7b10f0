// The form of the answer, from the header `Accept`, and of the body, from `Content-Type`.
import { restError } from './errors.ts'

export type Media = {
	shape: 'array' | 'object' | 'csv'
	/** Leaves fields out that are null. */
	stripsNulls: boolean
	contentType: string
}

export function parseAccept(header = '*/*'): Media {
	const wishes = header.split(',').map((wish) => wish.trim())
	for (const wish of wishes) {
		const media = mediaOf(wish)
		if (media) return media
	}
	throw restError('unacceptable_media', {
		message: `None of these media types are available: ${wishes.join(', ').slice(0, 200)}`,
	})
}

/** Throws unless the body is said to be JSON, or nothing is said about it. */
export function checkBodyType(header = 'application/json') {
	const type = header.split(';')[0]?.trim().toLowerCase()
	if (type !== 'application/json') {
		throw restError('unreadable_body', { message: `Content-Type not acceptable: ${type?.slice(0, 100)}` })
	}
}

function mediaOf(wish: string): Media | undefined {
	const [type = '', ...attributes] = wish
		.toLowerCase()
		.split(';')
		.map((part) => part.trim())
	const stripsNulls = attributes.includes('nulls=stripped')
	switch (type) {
		case '':
		case '*/*':
		case 'application/*':
		case 'application/json':
			return { shape: 'array', stripsNulls: false, contentType: 'application/json; charset=utf-8' }
		case 'application/vnd.pgrst.array':
		case 'application/vnd.pgrst.array+json':
			return { shape: 'array', stripsNulls, contentType: withNulls('application/vnd.pgrst.array+json', stripsNulls) }
		case 'application/vnd.pgrst.object':
		case 'application/vnd.pgrst.object+json':
			return { shape: 'object', stripsNulls, contentType: withNulls('application/vnd.pgrst.object+json', stripsNulls) }
		case 'text/csv':
			return { shape: 'csv', stripsNulls: false, contentType: 'text/csv; charset=utf-8' }
		default:
			return undefined
	}
}

function withNulls(type: string, stripsNulls: boolean): string {
	return `${type}${stripsNulls ? '; nulls=stripped' : ''}; charset=utf-8`
}
