import type { OrgState } from '@turnpike/contract/identity/organisation-api'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { organisationsText } from './organisations.text.ts'

const kinds: Record<OrgState, StatusKind> = { active: 'on', disabled: 'stopped', deleted: 'off' }

export function OrganisationState({ state }: { state: OrgState }) {
  const t = organisationsText.use()
  return <StatusTag kind={kinds[state]}>{t(state)}</StatusTag>
}
