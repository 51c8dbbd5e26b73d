import type { ErrorCode } from './errors.ts'

/**
 * The envelope of every console response. A refusal is HTTP 200 with `success: false`: clients of this family show
 * `message` as it is; our console translates `code` with `params` instead.
 */
export type ConsoleResponse<Data> =
  | { success: true; message: string; data: Data }
  | { success: false; message: string; code: ErrorCode; params?: Record<string, string | number> }
