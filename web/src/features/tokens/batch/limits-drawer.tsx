import { isNumberWithin } from '@turnpike/contract/bounds'
import { neverExpires, type Token, tokenBounds } from '@turnpike/contract/identity/token'
import { Button, Switch } from 'antd'
import { useId, useState } from 'react'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { SwitchRow } from '../../../components/fields/switch-row.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { ExpiryField } from '../form/expiry-field.tsx'
import { tokenFormText } from '../form/token-form.text.ts'
import { newTokenValues, quotaPresets } from '../form/token-values.ts'
import formStyles from '../tokens.module.css'
import { batchText } from './batch.text.ts'
import { type BatchChange, useChangeTokens } from './use-batch.ts'

type LimitsDrawerProps = { tokens: readonly Token[]; onDone: () => void; onClosed: () => void }

/** Sets the remaining quota, the expiry, or both, of several tokens. */
export function LimitsDrawer({ tokens, onDone, onClosed }: LimitsDrawerProps) {
  const t = batchText.use()
  const form = tokenFormText.use()
  const switchId = useId()
  const [hasQuota, setHasQuota] = useState(false)
  const [hasExpiry, setHasExpiry] = useState(false)
  const [quota, setQuota] = useState(newTokenValues.quota)
  const [isUnlimited, setIsUnlimited] = useState(false)
  const [expiry, setExpiry] = useState<number>(neverExpires)
  const [problems, setProblems] = useState<{ quota?: string; expiry?: string }>({})
  // The tokens are deselected before the drawer has closed.
  const [ids] = useState(() => tokens.map((token) => token.id))
  const changing = useChangeTokens(onDone)
  const count = ids.length

  function submit(close: () => void) {
    const found = {
      ...(hasQuota && !isUnlimited && !isNumberWithin(tokenBounds.remain_quota, quota)
        ? { quota: form('quotaInvalid') }
        : {}),
      ...(hasExpiry ? problemOfExpiry() : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    const change: BatchChange = {
      ...(hasQuota && (isUnlimited ? { unlimited_quota: true } : { unlimited_quota: false, remain_quota: quota })),
      ...(hasExpiry && { expired_time: expiry }),
    }
    changing.mutate({ ids, change }, { onSuccess: close })
  }
  function problemOfExpiry() {
    if (Number.isNaN(expiry)) return { expiry: form('expiryFormat') }
    return expiry !== neverExpires && expiry <= Date.now() / 1000 ? { expiry: form('expiryPast') } : {}
  }
  return (
    <SideDrawer
      title={t('limitsTitle', { count })}
      holdsInput={hasQuota || hasExpiry}
      onClosed={onClosed}
      buttons={({ close, cancel }) => (
        <>
          <Button onClick={cancel}>{t('cancel')}</Button>
          <Button
            type="primary"
            disabled={!hasQuota && !hasExpiry}
            loading={changing.isPending}
            onClick={() => submit(close)}
          >
            {t('save', { count })}
          </Button>
        </>
      )}
    >
      <div className={layoutStyles.fields}>
        <SwitchRow label={t('setQuota')} text={t('setQuotaText')} checked={hasQuota} onChange={setHasQuota} />
        {hasQuota && (
          <QuotaField
            label={t('quota')}
            value={quota}
            onChange={setQuota}
            presets={quotaPresets}
            disabled={isUnlimited}
            help={form(isUnlimited ? 'quotaUnlimitedHelp' : 'quotaHelp')}
            problem={problems.quota}
            beside={
              <span className={formStyles.unlimited}>
                <Switch id={switchId} checked={isUnlimited} onChange={setIsUnlimited} />
                <label htmlFor={switchId}>{form('unlimited')}</label>
              </span>
            }
          />
        )}
        <SwitchRow label={t('setExpiry')} text={t('setExpiryText')} checked={hasExpiry} onChange={setHasExpiry} />
        {hasExpiry && <ExpiryField value={expiry} problem={problems.expiry} onChange={setExpiry} />}
      </div>
    </SideDrawer>
  )
}
