import { useQuery } from '@tanstack/react-query'
import { accountApi } from '@turnpike/contract/identity/self'
import type { User } from '@turnpike/contract/identity/user'
import { formatCount } from '@turnpike/contract/quota'
import { Button } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../../../components/copy/copy-button.tsx'
import { Fact, Facts } from '../../../../components/figures/facts.tsx'
import { Money } from '../../../../components/figures/money.tsx'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { SectionState } from '../../../../components/row-list/section-state.tsx'
import { useBaseAddress } from '../../../../lib/address/use-base-address.ts'
import { call } from '../../../../lib/api/call.ts'
import { useText } from '../../../../lib/text/text.ts'
import styles from '../personal.module.css'
import { invitationText } from './invitation.text.ts'
import { TransferDialog } from './transfer-dialog.tsx'
import { useTransferMinimum } from './use-transfer-minimum.ts'

export function InvitationSection({ user }: { user: User | undefined }) {
  const t = useText(invitationText)
  const address = useBaseAddress()
  const code = useQuery({ queryKey: ['invitation code'], queryFn: () => call(accountApi.affiliateCode) })
  const minimum = useTransferMinimum()
  const [isOpen, setIsOpen] = useState(false)
  const linkOf = (aff: string) => `${address}/register?${new URLSearchParams({ aff })}`
  return (
    <FormSection title={t('title')} text={t('text')}>
      <SectionState query={code} lines={1}>
        {(aff) => (
          <div className={styles.once}>
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
