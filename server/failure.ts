/** Why the server cannot start. The message is the one line its operator reads before exit code 1: what is wrong, what to do. */
export class StartFailure extends Error {
	override name = 'StartFailure'
}
