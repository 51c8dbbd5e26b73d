import { formatMoney } from '@turnpike/contract/quota'
import { lowUserDays, type Overview } from '@turnpike/contract/system/overview'
import { Link } from 'react-router'
import { Money } from '../../../components/figures/money.tsx'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { shareText } from '../comparison.ts'
import { overviewText } from '../overview.text.ts'
import { Block, BlockRow } from './block.tsx'

type LowBlockProps = Pick<Overview, 'low_users' | 'low_accounts' | 'low_budgets'>

/** Balances that run out: of upstream accounts, which stop everybody, then of users. */
export function LowBlock({ low_users: users, low_accounts: accounts, low_budgets: budgets }: LowBlockProps) {
  const t = overviewText.use()
  const blocks = [accounts, budgets, users]
  return (
    <Block
      title={t('low')}
      count={blocks.reduce((sum, { count }) => sum + count, 0)}
      shown={blocks.reduce((sum, { rows }) => sum + rows.length, 0)}
      to={users.count > 0 && accounts.count + budgets.count === 0 ? '/user' : '/channel'}
      none={t('lowNone', { days: lowUserDays })}
    >
      {accounts.rows.map(({ channel_id, channel_name, balance, cost, checked_at }) => (
        <BlockRow
          key={channel_id}
          title={<Link to={`/channel/edit/${channel_id}`}>{channel_name}</Link>}
          detail={
            <>
              {t('lowAccount')}
              {cost > 0 && ` · ${lastsText(balance / cost, t)}`} · {t('checked')} <RelativeTime seconds={checked_at} />
            </>
          }
          figure={formatMoney(balance.toFixed(2))}
        />
      ))}
      {budgets.rows.map(({ channel_id, channel_name, period, used, max, resets_at }) => (
        <BlockRow
          key={`${channel_id} ${period}`}
          title={<Link to={`/channel/edit/${channel_id}`}>{channel_name}</Link>}
          detail={
            <>
              {t(period, { percent: shareText(used, max) })}
              {resets_at !== undefined && (
                <>
                  {' · '}
                  {t('resets')} <RelativeTime seconds={resets_at} />
                </>
              )}
            </>
          }
          figure={<Money quota={Math.max(0, max - used)} />}
        />
      ))}
      {users.rows.map(({ id, username, quota, warned_at }) => (
        <BlockRow
          key={`user ${id}`}
          title={<Link to={`/user?${new URLSearchParams({ keyword: username })}`}>{username}</Link>}
          detail={
            <>
              {t('lowUser')} <RelativeTime seconds={warned_at} />
            </>
          }
          figure={<Money quota={quota} />}
        />
      ))}
    </Block>
  )
}

const lastsText = (days: number, t: ReturnType<typeof overviewText.use>) =>
  days < 1 ? t('lastsLess') : t('lasts', { days: Math.floor(days) })
