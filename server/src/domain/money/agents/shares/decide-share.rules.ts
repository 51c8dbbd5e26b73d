import type { Deps } from '../../../../deps.ts'
import type { Actor } from '../../../system/audit/audit.queries.ts'

type Decision = { id: number; decision: 'released' | 'refused'; reason: string }

/** Releases a held share, or takes it back. */
export async function decideShare(_deps: Deps, _actor: Actor, _decision: Decision): Promise<void> {}
