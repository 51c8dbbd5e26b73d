import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { selfApi } from '@turnpike/contract/identity/self'
import type { User } from '@turnpike/contract/identity/user'
import { abbreviate, dollars, formatCount, formatMoney } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { QuotaField } from '../../../components/fields/quota-field.tsx'
import { Fact, Facts } from '../../../components/figures/facts.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import { SectionState } from '../../../components/row-list/section-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { call } from '../../../lib/api/call.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { useQuotaRate } from '../../../lib/format/use-quota-rate.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from './personal.module.css'

const invitationText = dictionary({
  title: ['Invitations', '邀请'],
  text: [
    'Earn a reward for each sign-up through your link. Earnings can be moved to your balance.',
    '他人通过你的链接注册后，你会得到奖励。收益先留在这里，可随时划转到余额。',
  ],
  link: ['Invitation link', '邀请链接'],
  invited: ['People invited', '已邀请'],
  earned: ['Total earned', '累计收益'],
  waiting: ['Available', '待划转收益'],
  transfer: ['Move to balance', '划转到余额'],
  transferTitle: ['Move earnings to your balance', '将收益划转到余额'],
  amount: ['Amount', '划转金额'],
  available: ['{amount} available.', '可划转 {amount}。'],
  minimum: ['At least {amount} at a time.', '每次至少 {amount}。'],
})

export function InvitationSection({ user }: { user: User | undefined }) {
  const t = invitationText.use()
  const address = useBaseAddress()
  const code = useQuery({ queryKey: ['invitation code'], queryFn: () => call(selfApi.affiliateCode) })
  const minimum = useTransferMinimum()
  const [isOpen, setIsOpen] = useState(false)
  const linkOf = (aff: string) => `${address}/register?${new URLSearchParams({ aff })}`
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={code} lines={1}>
        {(aff) => (
          <div className={`${layoutStyles.framed} ${styles.once}`}>
            <div className={styles.line}>
              <code>{linkOf(aff)}</code>
              <CopyButton text={linkOf(aff)} name={t('link')} />
            </div>
          </div>
        )}
      </SectionState>
      <div className={styles.three}>
        <Facts>
          <Fact name={t('waiting')}>{user && <Money quota={user.aff_quota} />}</Fact>
          <Fact name={t('earned')}>{user && <Money quota={user.aff_history_quota} />}</Fact>
          <Fact name={t('invited')}>{user && formatCount(user.aff_count)}</Fact>
        </Facts>
      </div>
      <div className={styles.buttons}>
        <Button disabled={!user || user.aff_quota < minimum.quota} onClick={() => setIsOpen(true)}>
          {t('transfer')}
        </Button>
        <span className={styles.note}>{t('minimum', { amount: minimum.words })}</span>
      </div>
      {isOpen && user && <TransferDialog available={user.aff_quota} onClose={() => setIsOpen(false)} />}
    </FormSection>
  )
}

/** Moves earnings of invitations to the balance. */
function TransferDialog({ available, onClose }: { available: number; onClose: () => void }) {
  const t = invitationText.use()
  const queries = useQueryClient()
  const minimum = useTransferMinimum()
  const { perUnit } = useQuotaRate()
  const [quota, setQuota] = useState(minimum.quota)
  const [problem, setProblem] = useState<string>()

  const { mutate, isPending } = useMutation({
    mutationFn: () => call(selfApi.affiliateTransfer, { body: { quota } }),
    onSuccess: ({ message }) => {
      toast.success(message)
      queries.invalidateQueries({ queryKey: ['self'] })
      onClose()
    },
    onError: (error) => setProblem(error.message),
  })

  function submit() {
    if (isPending) return
    // Refuses NaN too.
    if (!(quota >= minimum.quota))
      return setProblem(refusalText('transfer_too_low', language.get(), { minimum: minimum.words }))
    if (quota > available) return setProblem(refusalText('affiliate_insufficient', language.get()))
    mutate()
  }

  return (
    <Dialog
      centered
      width={400}
      title={t('transferTitle')}
      okText={t('transfer')}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onClose}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <QuotaField
          label={t('amount')}
          value={quota}
          onChange={(next) => {
            setQuota(next)
            setProblem(undefined)
          }}
          problem={problem}
          help={t('available', { amount: formatMoney(dollars(available, perUnit)) })}
          beside={<Button onClick={() => setQuota(available)}>{t('all')}</Button>}
        />
      </form>
    </Dialog>
  )
}

/** The smallest transfer of earnings is one unit. */
function useTransferMinimum(): { quota: number; words: string } {
  const { perUnit, inQuota } = useQuotaRate()
  const quota = Math.ceil(perUnit)
  return { quota, words: inQuota ? abbreviate(quota) : formatMoney(dollars(quota, perUnit)) }
}
