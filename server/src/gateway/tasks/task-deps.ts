import type { Deps } from '../../deps.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'

export type TaskDeps = RelayDeps & Pick<Deps, 'options' | 'vault'>
