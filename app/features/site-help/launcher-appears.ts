/** How long after the page the launcher appears; a file of its own, since the page knows it before the launcher is fetched. */
export const launcherAppearsMs = 1000
