import { Megaphone } from 'lucide-react'
import { Suspense } from 'react'
import { lazyPart } from '../../../lib/browser/lazy-part.ts'
import { useText } from '../../../lib/text/text.ts'
import { layoutText } from '../layout.text.ts'
import styles from '../top/top-bar.module.css'
import { useNotice } from './use-notice.ts'

const NoticeDialog = lazyPart(async () => (await import('./notice-dialog.tsx')).NoticeDialog)

/** The button that opens the notice again, and its dialog. Draws nothing while the notice is empty. */
export function Notice({ mayAppear }: { mayAppear: boolean }) {
  const t = useText(layoutText)
  const { text, isOpen, open, close } = useNotice(mayAppear)
  if (!mayAppear || text === '') return null
  return (
    <>
      <button type="button" className={styles.icon} aria-label={t('notice')} title={t('notice')} onClick={open}>
        <Megaphone aria-hidden />
      </button>
      {isOpen && (
        <Suspense>
          <NoticeDialog text={text} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
