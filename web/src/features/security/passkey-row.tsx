import type { Passkey } from '@turnpike/contract/identity/passkey'
import { Button } from 'antd'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { Row } from '../../components/row-list/row-list.tsx'
import { useText } from '../../lib/text/text.ts'
import { passkeysText } from './passkeys.text.ts'

type PasskeyRowProps = { passkey: Passkey; onRename: () => void; onRemove: () => void }

export function PasskeyRow({ passkey, onRename, onRemove }: PasskeyRowProps) {
  const t = useText(passkeysText)
  const { name, created_at, used_at } = passkey
  return (
    <Row
      title={name}
      detail={
        <>
          {t('added')} <RelativeTime seconds={created_at} />
          {' · '}
          {used_at > 0 ? (
            <>
              {t('used')} <RelativeTime seconds={used_at} />
            </>
          ) : (
            t('unused')
          )}
        </>
      }
      actions={
        <>
          <Button size="small" aria-label={t('renameTitle', { name })} onClick={onRename}>
            {t('rename')}
          </Button>
          <Button size="small" aria-label={t('removeLabel', { name })} onClick={onRemove}>
            {t('remove')}
          </Button>
        </>
      }
    />
  )
}
