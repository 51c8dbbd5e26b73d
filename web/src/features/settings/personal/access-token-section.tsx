import { accessTokenApi, type TokenScope, tokenScopes } from '@turnpike/contract/identity/access-token'
import { Button, Select } from 'antd'
import { useState } from 'react'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { useOwnerMutation } from '../../../components/owner/use-owner-mutation.ts'
import layoutStyles from '../../../components/style/layout.module.css'
import { call } from '../../../lib/api/call.ts'
import styles from './personal.module.css'
import { securityText } from './security.text.ts'

export function AccessTokenSection() {
  const t = securityText.use()
  const [isAsking, setIsAsking] = useState(false)
  const [token, setToken] = useState('')
  const [scope, setScope] = useState<TokenScope>('all')
  const create = useOwnerMutation(
    () => call(accessTokenApi.create, { query: { scope } }),
    (created) => {
      setToken(created)
      setIsAsking(false)
    },
  )
  return (
    <FormSection title={t('token')} text={t('tokenText')}>
      {token && (
        <div className={`${layoutStyles.framed} ${styles.once}`}>
          <div className={styles.line}>
            <code>{token}</code>
            <CopyButton text={token} name={t('tokenName')} />
          </div>
          <p className={styles.note}>{t('tokenOnce')}</p>
        </div>
      )}
      <div>
        <Button onClick={() => setIsAsking(true)}>{t('createToken')}</Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('createTokenTitle')}
          text={t('createTokenText')}
          verb={t('createToken')}
          busy={create.isPending}
          onConfirm={() => create.mutate(undefined)}
          onCancel={() => setIsAsking(false)}
        >
          <Select
            className={layoutStyles.wide ?? ''}
            aria-label={t('scope')}
            value={scope}
            options={tokenScopes.map((value) => ({ value, label: t(`scope_${value}`) }))}
            onChange={setScope}
          />
        </ConfirmDialog>
      )}
    </FormSection>
  )
}
