// Kept for the moved path.
export type { AppEnv } from '../app-env.ts'
