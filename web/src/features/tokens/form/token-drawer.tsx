import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { Gauge } from 'lucide-react'
import { useRef, useState } from 'react'
import { LimitStates } from '../../../components/limits/limit-states.tsx'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { TokenRecordWords } from '../../../components/prompt-records/notice/token-record-words.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useSeat } from '../../../lib/api/organisations.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { tokenCreatedText } from '../created/token-created.text.ts'
import { TokenCreated } from '../created/token-created.tsx'
import { TokensCreated } from '../created/tokens-created.tsx'
import styles from '../tokens.module.css'
import { useTokenGroups } from '../use-token-groups.ts'
import type { Batch } from './create-tokens.ts'
import { readNames } from './pasted-names.ts'
import { TokenFields } from './token-fields.tsx'
import { tokenFormText } from './token-form.text.ts'
import { useTokenForm } from './use-token-form.ts'
import { useTokenSummary } from './use-token-summary.ts'

const TokenConflict = lazyPart(async () => (await import('./token-conflict.tsx')).TokenConflict)

type TokenDrawerProps = {
  /** The token to edit; absent for a new one. */
  token?: Token | undefined
  /** Opens the limits of the token. */
  onLimits?: (token: Token) => void
  onClosed: () => void
}

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** The budgets of a token in use; they are edited with its other limits. */
function TokenBudgets({ token: { budgets = [] }, onLimits }: { token: Token; onLimits: () => void }) {
  const t = tokenFormText.use()
  return (
    <section className={layoutStyles.stack12}>
      {budgets.length > 0 && <LimitStates states={budgets} />}
      <div>
        <Button icon={<Gauge />} onClick={onLimits}>
          {t(budgets.length > 0 ? 'changeLimits' : 'addLimits')}
        </Button>
      </div>
    </section>
  )
}

/** Creates tokens or edits one; after a creation the drawer shows the keys until it is closed. */
export function TokenDrawer({ token, onLimits, onClosed }: TokenDrawerProps) {
  const t = tokenFormText.use()
  const tCreated = tokenCreatedText.use()
  const groups = useTokenGroups()
  const seat = useSeat()
  const summaryOf = useTokenSummary(groups)
  const [batch, setBatch] = useState<Batch>()
  const closing = useRef(() => {})
  const onSaved = () => {
    toast.success(t('saved'))
    closing.current()
  }
  const form = useTokenForm(token, { onCreated: setBatch, onSaved })
  const { values, isSending, created } = form
  const summary = summaryOf(values, nowSeconds())
  const [first] = batch?.created ?? []
  const isOne = batch?.wanted === 1
  const wanted = token ? 1 : values.isList ? readNames(values.pasted).names.length : values.count
  const verb = token ? t('save') : form.isCountValid && wanted > 1 ? t('createMany', { count: wanted }) : t('create')

  function title() {
    if (!batch) return t(token ? 'editTitle' : 'createTitle')
    return isOne ? tCreated('title') : tCreated('titleMany', { count: batch.created.length })
  }
  return (
    <FormDrawer
      title={title()}
      {...(token && { windowTitle: `${t('editTitle')} ${token.name}` })}
      summary={batch ? undefined : summary}
      holdsInput={!batch && form.isChanged}
      startsTyping={!token}
      onClosed={onClosed}
      onSubmit={form.submit}
      formClassName=""
      closing={closing}
      verb={isSending && wanted > 1 ? t('creating', { created, wanted }) : verb}
      isSending={isSending}
      isDisabled={!token && !form.isCountValid}
      done={batch && tCreated('done')}
    >
      {first && isOne && <TokenCreated token={first} summary={summary} />}
      {batch && !isOne && <TokensCreated batch={batch} />}
      {!batch && (
        <>
          {!token && seat && (
            <p className={`${textStyles.hint} ${styles.payer}`}>{t('organisationPays', { name: seat.name })}</p>
          )}
          {token && <TokenRecordWords token={token} />}
          <TokenFields form={form} groups={groups} isNew={!token}>
            {token && onLimits && <TokenBudgets token={token} onLimits={() => onLimits(token)} />}
          </TokenFields>
          {form.conflict && <TokenConflict form={form} />}
        </>
      )}
    </FormDrawer>
  )
}
