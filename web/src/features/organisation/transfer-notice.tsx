import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { Button } from 'antd'
import { useState } from 'react'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { Callout } from '../../components/states/callout.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { call } from '../../lib/api/call.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './organisation.module.css'
import { type OrgProps, paramsOf, useOrgChange } from './use-org.ts'

const transferText = dictionary({
  offeredToYou: ['{from} asks you to become the owner of {name}', '{from} 邀请你成为 {name} 的所有者'],
  offeredToYouText: [
    'The owner manages members and settings, tops up, and can delete the organization.',
    '所有者可以管理成员和设置、充值和删除组织。',
  ],
  offered: ['{to} was asked to become the owner', '已邀请 {to} 成为所有者'],
  expires: ['The offer expires', '邀请过期时间：'],
  becomeOwner: ['Become the owner', '成为所有者'],
  decline: ['Decline', '拒绝'],
  withdraw: ['Withdraw the offer', '撤回转让'],
  question: ['Become the owner of {name}?', '成为 {name} 的所有者？'],
  text: ['{from} becomes an administrator of the organization.', '{from} 将成为组织的管理员。'],
  became: ['You are now the owner of {name}', '你已成为 {name} 的所有者'],
  declined: ['Offer declined', '已拒绝转让'],
  withdrawn: ['Offer withdrawn', '已撤回转让'],
})

/** An open transfer of ownership: to accept or decline for the one who was asked, to withdraw for the owner. */
export function TransferNotice({ org }: OrgProps) {
  const t = transferText.use()
  const [isAsking, setIsAsking] = useState(false)
  const params = paramsOf(org.id)
  const accept = useOrgChange(() => call(orgApi.acceptOffer, { params }), {
    onDone: () => {
      setIsAsking(false)
      toast.success(t('became', { name: org.name }))
    },
  })
  const end = useOrgChange(() => call(orgApi.withdrawOffer, { params }), {
    onDone: () => toast.success(t(org.is_offered ? 'declined' : 'withdrawn')),
  })
  const { transfer } = org
  if (!transfer || (!org.is_offered && org.role !== 'owner')) return null
  const { from, to, expires_at } = transfer
  const expiry = (
    <>
      {t('expires')} <RelativeTime seconds={expires_at} />
    </>
  )
  return (
    <div className={styles.notice}>
      {org.is_offered ? (
        <Callout
          tone="warning"
          title={t('offeredToYou', { from, name: org.name })}
          text={
            <>
              {t('offeredToYouText')} {expiry}
            </>
          }
          action={
            <div className={layoutStyles.wrappingButtons}>
              <Button type="primary" onClick={() => setIsAsking(true)}>
                {t('becomeOwner')}
              </Button>
              <Button loading={end.isPending} onClick={() => end.mutate(undefined)}>
                {t('decline')}
              </Button>
            </div>
          }
        />
      ) : (
        <Callout
          tone="warning"
          title={t('offered', { to })}
          text={expiry}
          action={
            <Button loading={end.isPending} onClick={() => end.mutate(undefined)}>
              {t('withdraw')}
            </Button>
          }
        />
      )}
      {isAsking && (
        <ConfirmDialog
          title={t('question', { name: org.name })}
          text={t('text', { from })}
          verb={t('becomeOwner')}
          busy={accept.isPending}
          onConfirm={() => accept.mutate(undefined)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </div>
  )
}
