import { useQuery } from '@tanstack/react-query'
import { promptRecordsApi } from '@turnpike/contract/usage/prompt-records'
import { call } from '../../../lib/api/call.ts'
import { WaitingFrame } from '../../limits/limits-frame.tsx'
import { SideDrawer } from '../../overlay/side-drawer.tsx'
import layoutStyles from '../../style/layout.module.css'
import textStyles from '../../style/text.module.css'
import { recordsText } from '../records.text.ts'
import { useTermsWords } from '../use-terms-words.ts'

/** Which tokens of a user record; only their owner changes that. */
export function UserRecords({ user, onClosed }: { user: { id: number; username: string }; onClosed: () => void }) {
  const t = recordsText.use()
  const wordsOf = useTermsWords()
  const tokens = useQuery({
    queryKey: ['prompt-records', 'user', user.id],
    queryFn: () => call(promptRecordsApi.ofUser, { params: { id: String(user.id) } }),
  })
  const title = t('ofUser', { name: user.username })
  if (!tokens.data)
    return <WaitingFrame title={title} error={tokens.error} onRetry={() => tokens.refetch()} onClosed={onClosed} />
  return (
    <SideDrawer title={title} onClosed={onClosed}>
      <div className={layoutStyles.sections24}>
        <p className={textStyles.secondarySmall}>{t('userHelp')}</p>
        {tokens.data.length === 0 && <p className={textStyles.secondarySmall}>{t('userNone')}</p>}
        <ul className={layoutStyles.stack12}>
          {tokens.data.map(({ id, name, terms }) => (
            <li key={id}>
              <strong>{name}</strong>
              <p className={textStyles.secondarySmall}>{wordsOf(terms)}</p>
            </li>
          ))}
        </ul>
      </div>
    </SideDrawer>
  )
}
