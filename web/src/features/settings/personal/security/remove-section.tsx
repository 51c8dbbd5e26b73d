import { role, type User } from '@turnpike/contract/identity/user'
import { Button } from 'antd'
import { useState } from 'react'
import { FormSection } from '../../../../components/form/form-section.tsx'
import { useText } from '../../../../lib/text/text.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { securityText } from './security.text.ts'

export function RemoveSection({ user }: { user: User | undefined }) {
  const t = useText(securityText)
  const [isAsking, setIsAsking] = useState(false)
  const isRoot = user?.role === role.root
  return (
    <FormSection title={t('remove')} text={t(isRoot ? 'removeRoot' : 'removeText')}>
      <div>
        <Button danger disabled={!user || isRoot} onClick={() => setIsAsking(true)}>
          {t('remove')}
        </Button>
      </div>
      {isAsking && user && <RemoveDialog username={user.username} onClose={() => setIsAsking(false)} />}
    </FormSection>
  )
}
