import { useMutation } from '@tanstack/react-query'
import { type Passkey, passkeyApi, passkeyBounds } from '@turnpike/contract/identity/passkey'
import { useState } from 'react'
import { InputField } from '../../components/fields/input-field.tsx'
import { Dialog } from '../../components/overlay/dialog.tsx'
import { asOwner, Cancelled } from '../../components/owner/owner.ts'
import { makePasskey } from '../../components/passkey/request-passkey.ts'
import { call } from '../../lib/api/call.ts'
import { readUserAgent } from '../../lib/browser/read-user-agent.ts'
import { passkeysText } from './passkeys.text.ts'
import styles from './security.module.css'

type PasskeyDialogProps = {
  /** The one to rename; without it a new one is made. */
  passkey: Passkey | undefined
  /** The recovery codes that came with the first one. */
  onDone: (recoveryCodes: string[]) => void
  onClose: () => void
}

/** Names a passkey: a new one, which the browser then makes, or one that has a name. */
export function PasskeyDialog({ passkey, onDone, onClose }: PasskeyDialogProps) {
  const t = passkeysText.use()
  const { browser, system } = readUserAgent(navigator.userAgent)
  const [name, setName] = useState(passkey?.name ?? [browser, system].filter(Boolean).join(', '))
  const [problem, setProblem] = useState<string>()
  const { mutate, isPending } = useMutation({
    mutationFn: () => (passkey ? renamePasskey(passkey.id, name) : addPasskey(name)),
    onSuccess: onDone,
    onError: (error) => setProblem(error instanceof Cancelled ? undefined : error.message),
  })
  function submit() {
    if (isPending) return
    setProblem(name.trim() ? undefined : t('nameMissing'))
    if (name.trim()) mutate()
  }
  return (
    <Dialog
      width={400}
      title={passkey ? t('renameTitle', { name: passkey.name }) : t('add')}
      okText={t(passkey ? 'rename' : 'next')}
      cancelText={t('cancel')}
      confirmLoading={isPending}
      onOk={submit}
      onCancel={onClose}
    >
      {!passkey && <p className={styles.text}>{t('addText')}</p>}
      <InputField
        label={t('name')}
        help={t('nameHelp')}
        problem={problem}
        autoFocus
        maxLength={passkeyBounds.name.charactersMax}
        value={name}
        onChange={setName}
        onPressEnter={submit}
      />
    </Dialog>
  )
}

async function addPasskey(name: string): Promise<string[]> {
  const challenge = await asOwner(() => call(passkeyApi.beginRegister))
  const credential = await makePasskey(challenge)
  return (await call(passkeyApi.finishRegister, { body: { name, credential } })).recovery_codes
}

async function renamePasskey(id: number, name: string): Promise<string[]> {
  await call(passkeyApi.rename, { body: { id, name } })
  return []
}
