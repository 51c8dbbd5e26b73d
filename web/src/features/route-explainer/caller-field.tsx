import { SelectField } from '../../components/fields/choice-field.tsx'
import { InputField } from '../../components/fields/input-field.tsx'
import { routeText } from './route.text.ts'
import { type RouteRequest, useGroupNames, useOwnTokens } from './use-explanation.ts'

export type Who = 'group' | 'user' | 'token'

type CallerFieldProps = {
  /** Undefined: the user, who chooses one of the own tokens. */
  who: Who | undefined
  draft: RouteRequest
  onEdit: (change: Partial<RouteRequest>) => void
  problem: string | undefined
}

/** Names the caller: a group or an id for administrators, an own token for others. */
export function CallerField({ who, draft, onEdit, problem }: CallerFieldProps) {
  const t = routeText.use()
  if (who === undefined) return <OwnTokenField draft={draft} onEdit={onEdit} />
  if (who === 'group') return <GroupField draft={draft} onEdit={onEdit} />
  const part = `${who}_id` as const
  return (
    <InputField
      label={t(who === 'user' ? 'userId' : 'tokenId')}
      help={t(`${who}Help`)}
      problem={problem}
      inputMode="numeric"
      value={draft[part]}
      onChange={(text) => onEdit({ [part]: text.replace(/\D/g, '') })}
    />
  )
}

type ChoiceProps = Pick<CallerFieldProps, 'draft' | 'onEdit'>

function GroupField({ draft, onEdit }: ChoiceProps) {
  const t = routeText.use()
  const groups = useGroupNames(true)
  return (
    <SelectField
      label={t('groupName')}
      help={t('groupHelp')}
      showSearch
      value={draft.group || 'default'}
      loading={groups.isPending}
      options={(groups.data ?? []).map((value) => ({ value, label: value }))}
      onChange={(group) => onEdit({ group })}
    />
  )
}

function OwnTokenField({ draft, onEdit }: ChoiceProps) {
  const t = routeText.use()
  const tokens = useOwnTokens()
  const named = (tokens.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <SelectField
      label={t('ownToken')}
      value={draft.token_id}
      loading={tokens.isPending}
      options={[{ value: '', label: t('noToken') }, ...named]}
      onChange={(token_id) => onEdit({ token_id })}
    />
  )
}
