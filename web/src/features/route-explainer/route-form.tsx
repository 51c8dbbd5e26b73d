import { routePaths } from '@turnpike/contract/routing/route-explain'
import { Button, Segmented } from 'antd'
import { type FormEvent, useState } from 'react'
import { AutoCompleteField, SelectField } from '../../components/fields/choice-field.tsx'
import { CountField } from '../../components/fields/count-field.tsx'
import { CallerField, type Who } from './caller-field.tsx'
import styles from './route.module.css'
import { routeText } from './route.text.ts'
import { isRoutePath, type RouteRequest, useModelNames, usualPath, usualTokens } from './use-explanation.ts'

type RouteFormProps = {
  request: RouteRequest
  isAdmin: boolean
  isBusy: boolean
  onSubmit: (request: RouteRequest) => void
}

const tokensMax = 10_000_000
const kinds = ['group', 'user', 'token'] as const

const whoOf = ({ token_id, user_id }: RouteRequest): Who => (token_id ? 'token' : user_id ? 'user' : 'group')

/** Who calls which model, on which path, with how much. */
export function RouteForm({ request, isAdmin, isBusy, onSubmit }: RouteFormProps) {
  const t = routeText.use()
  const models = useModelNames(isAdmin)
  const [who, setWho] = useState<Who>(whoOf(request))
  const [draft, setDraft] = useState(request)
  const [tokens, setTokens] = useState(Number(request.prompt_tokens || usualTokens))
  const [isChecked, setIsChecked] = useState(false)
  const edit = (change: Partial<RouteRequest>) => setDraft({ ...draft, ...change })
  const hasCaller = !isAdmin || who === 'group' || draft[`${who}_id`] !== ''
  const hasTokens = tokens >= 0 && tokens <= tokensMax
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsChecked(true)
    const model = draft.model.trim()
    if (!model || !hasCaller || !hasTokens) return
    onSubmit({ ...draft, ...callerOf(draft, isAdmin ? who : undefined), model, prompt_tokens: String(tokens) })
  }
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {isAdmin && (
        <Segmented<Who>
          block
          aria-label={t('who')}
          value={who}
          options={kinds.map((kind) => ({ value: kind, label: t(kind) }))}
          onChange={setWho}
        />
      )}
      <CallerField
        who={isAdmin ? who : undefined}
        draft={draft}
        onEdit={edit}
        problem={isChecked && !hasCaller ? t('missing') : undefined}
      />
      <AutoCompleteField
        label={t('model')}
        help={t('modelHelp')}
        placeholder={t('emptyTitle')}
        problem={isChecked && !draft.model.trim() ? t('missing') : undefined}
        value={draft.model}
        options={(models.data ?? []).map((value) => ({ value }))}
        showSearch={{
          filterOption: (typed, option) => String(option?.value).toLowerCase().includes(typed.trim().toLowerCase()),
        }}
        onChange={(model: string | undefined) => edit({ model: model ?? '' })}
      />
      <SelectField
        label={t('path')}
        value={isRoutePath(draft.path) ? draft.path : usualPath}
        options={routePaths.map((value) => ({ value, label: value }))}
        onChange={(path) => edit({ path })}
      />
      <CountField
        label={t('size')}
        value={tokens}
        onChange={setTokens}
        problem={isChecked && !hasTokens ? t('sizeProblem') : undefined}
      />
      <Button className={styles.submit ?? ''} type="primary" htmlType="submit" loading={isBusy}>
        {t('explain')}
      </Button>
    </form>
  )
}

/** Only what the chosen kind of caller is named by; in the playground a user may name a group too. */
function callerOf({ token_id, user_id, group }: RouteRequest, who: Who | undefined) {
  const none = { token_id: '', user_id: '', group: '' }
  if (who === 'group') return { ...none, group: group || 'default' }
  if (who === 'user') return { ...none, user_id, group }
  return { ...none, token_id, ...(token_id === '' && { group }) }
}
