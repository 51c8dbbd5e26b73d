import type { Token } from '@turnpike/contract/identity/token'
import { Button } from 'antd'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import { shareText } from './share.text.ts'
import { ShareList } from './share-list.tsx'
import { ShareMaker } from './share-maker.tsx'

/** Creates share links of a token and lists those it has. */
export function ShareDrawer({ token, onClosed }: { token: Token; onClosed: () => void }) {
  const t = shareText.use()
  return (
    <SideDrawer
      title={t('title', { name: token.name })}
      onClosed={onClosed}
      buttons={({ close }) => <Button onClick={close}>{t('done')}</Button>}
    >
      <div className={layoutStyles.sections24}>
        <ShareMaker tokens={[token]} />
        <ShareList token={token} />
      </div>
    </SideDrawer>
  )
}
