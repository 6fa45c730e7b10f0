// What a recording really is: the first bytes decide. Browsers name the same container in several ways, one of them with
// a blank that services refuse, so what goes to a provider is always the plain name.
import { fileTypeFromBuffer } from 'file-type'

export type RecordingType = { mime: string; extension: string }

const types: { recorded: RecordingType; names: string[] }[] = [
	{
		recorded: { mime: 'audio/webm', extension: 'webm' },
		names: ['audio/webm', 'video/webm', 'video/matroska', 'audio/matroska', 'video/x-matroska'],
	},
	{
		recorded: { mime: 'audio/mp4', extension: 'mp4' },
		names: ['audio/mp4', 'audio/x-m4a', 'audio/m4a', 'video/mp4', 'video/x-m4v', 'video/quicktime', 'audio/aac'],
	},
	{ recorded: { mime: 'audio/mpeg', extension: 'mp3' }, names: ['audio/mpeg', 'audio/mp3'] },
	{
		recorded: { mime: 'audio/wav', extension: 'wav' },
		names: ['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
	},
	{ recorded: { mime: 'audio/ogg', extension: 'ogg' }, names: ['audio/ogg', 'application/ogg', 'audio/opus'] },
]
const undeclared = 'application/octet-stream'
/** AAC without a container is none of those that services take, whatever it is called. */
const bare = 'audio/aac'

/** Undefined when it is declared as something else, or is something else. */
export async function recordingType(
	declared: string | undefined,
	bytes: Uint8Array,
): Promise<RecordingType | undefined> {
	const name = essence(declared ?? undeclared)
	if (name !== undeclared && !typeNamed(name)) return undefined
	const found = await fileTypeFromBuffer(bytes.subarray(0, 4096)).catch(() => undefined)
	const mime = essence(found?.mime ?? '')
	return mime === bare ? undefined : typeNamed(mime)
}

function typeNamed(name: string): RecordingType | undefined {
	return types.find(({ names }) => names.includes(name))?.recorded
}

/** The type without its parameters, in lower case. */
function essence(type: string): string {
	return (type.split(';')[0] as string).trim().toLowerCase()
}
