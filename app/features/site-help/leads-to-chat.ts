/** Whether a reply sends people to the chat, so that a way there stands under it: the wire has no mark for it. */
export function leadsToChat(reply: string): boolean {
	return /(?<!\p{L})(el|al) chat(?!\p{L})/iu.test(reply)
}
