import { useQuery } from '@tanstack/react-query'
import { statusApi } from '@turnpike/contract/system/status'
import { Megaphone } from 'lucide-react'
import { call } from '../../../lib/api/call.ts'
import { useStatus } from '../../../lib/api/status.ts'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { observable } from '../../../lib/browser/observable.ts'
import { stored } from '../../../lib/browser/stored.ts'
import { layoutText } from '../layout.text.ts'
import styles from '../top/top-bar.module.css'

const NoticeDialog = lazyPart(async () => (await import('./notice-dialog.tsx')).NoticeDialog)

/** The button that opens the notice again, and its dialog. Draws nothing while the notice is empty. */
export function Notice({ mayAppear }: { mayAppear: boolean }) {
  const t = layoutText.use()
  const { text, isOpen, open, close } = useNotice(mayAppear)
  if (!mayAppear || text === '') return null
  return (
    <>
      <button type="button" className={styles.icon} aria-label={t('notice')} title={t('notice')} onClick={open}>
        <Megaphone aria-hidden />
      </button>
      {isOpen && <NoticeDialog text={text} onClose={close} />}
    </>
  )
}

/** The notice text that the user has closed; another text opens again. Consoles of this product family share the key. */
const dismissed = stored<string>('notice', (text) => text ?? '')
const reopened = observable(false)

/** The administrator's notice: opens once per text by itself, and when the user presses its button. */
function useNotice(mayAppear: boolean) {
  const hasNotice = useStatus()?.has_notice ?? false
  const { data } = useQuery({
    queryKey: ['notice'],
    queryFn: () => call(statusApi.notice),
    staleTime: 5 * 60_000,
    enabled: mayAppear && hasNotice,
  })
  const text = (hasNotice && data?.trim()) || ''
  const isNew = text !== dismissed.use()
  const isReopened = reopened.use()
  return {
    text,
    isOpen: mayAppear && text !== '' && (isNew || isReopened),
    open: () => reopened.set(true),
    close() {
      dismissed.set(text)
      reopened.set(false)
    },
  }
}
