import type { Redemption } from '@turnpike/contract/money/redemption'
import { SecretKey } from '../../components/copy/secret-key.tsx'
import { actionsColumn } from '../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { Money } from '../../components/figures/money.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import textStyles from '../../components/style/text.module.css'
import { useText } from '../../lib/text/text.ts'
import { type CodeHandlers, RedemptionActions } from './redemption-actions.tsx'
import { RedemptionStatus } from './redemption-status.tsx'
import { RedemptionUser } from './redemption-user.tsx'
import styles from './redemptions.module.css'
import { redemptionsText } from './redemptions.text.ts'

export function useRedemptionColumns(actions: CodeHandlers): TableColumns<Redemption> {
  const t = useText(redemptionsText)
  return [
    { key: 'id', title: t('id'), width: 72, render: (_, { id }) => <span className={textStyles.quiet}>{id}</span> },
    {
      key: 'name',
      title: t('name'),
      ellipsis: true,
      render: (_, { name }) => (
        <span className={styles.name} title={name}>
          {name}
        </span>
      ),
    },
    { key: 'status', title: t('status'), width: 112, render: (_, { status }) => <RedemptionStatus status={status} /> },
    { key: 'code', title: t('code'), width: 204, render: (_, { key }) => <SecretKey text={key} name={t('code')} /> },
    {
      key: 'quota',
      title: t('quota'),
      width: 112,
      align: 'right',
      render: (_, { quota }) => <Money quota={quota} />,
    },
    {
      key: 'created',
      title: t('created'),
      width: 104,
      render: (_, { created_time }) => <RelativeTime seconds={created_time} />,
    },
    {
      key: 'redeemed',
      title: t('redeemed'),
      width: 104,
      render: (_, { redeemed_time }) => (redeemed_time > 0 ? <RelativeTime seconds={redeemed_time} /> : '—'),
    },
    {
      key: 'usedBy',
      title: t('usedBy'),
      width: 136,
      ellipsis: true,
      render: (_, code) => <RedemptionUser code={code} />,
    },
    actionsColumn<Redemption>(t('actions'), 112, (code) => <RedemptionActions code={code} actions={actions} />),
  ]
}
