/** A facet's text: paragraphs, and lines with a hyphen as a list. */
export function TopicText({ text }: { text: string }) {
	return (
		<div lang="es" className="grid max-w-prose gap-3">
			{blocksOf(text).map((block) =>
				Array.isArray(block) ? (
					<ul key={block[0]} className="grid list-disc gap-1.5 pl-6 marker:text-brand">
						{block.map((item) => (
							<li key={item}>{item}</li>
						))}
					</ul>
				) : (
					<p key={block}>{block}</p>
				),
			)}
		</div>
	)
}

/** A paragraph, or the items of a list. */
function blocksOf(text: string): (string | string[])[] {
	const blocks: (string | string[])[] = []
	for (const line of text.split('\n')) {
		const last = blocks.at(-1)
		if (!line.startsWith('- ')) blocks.push(line)
		else if (Array.isArray(last)) last.push(line.slice(2))
		else blocks.push([line.slice(2)])
	}
	return blocks
}
