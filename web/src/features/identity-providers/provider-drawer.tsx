import { useMutation } from '@tanstack/react-query'
import { isTextWithin } from '@turnpike/contract/bounds'
import { type ListedProvider, oidcApi, oidcBounds, oidcSecretMax } from '@turnpike/contract/identity/oidc'
import { useRef, useState } from 'react'
import { CopyButton } from '../../components/copy/copy-button.tsx'
import { Field } from '../../components/fields/field.tsx'
import { InputField, PasswordField, TextAreaField } from '../../components/fields/input-field.tsx'
import { SwitchRow } from '../../components/fields/switch-row.tsx'
import { FormDrawer } from '../../components/overlay/form-drawer.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { linesOf, mapIn } from './group-lines.ts'
import styles from './providers.module.css'
import { providersText } from './providers.text.ts'

type TextName = keyof typeof oidcBounds
type ProviderDrawerProps = {
  /** Absent for a new provider. */
  provider: ListedProvider | undefined
  onSaved: (name: string) => void
  onClose: () => void
}

const empty: Record<TextName, string> = {
  slug: '',
  name: '',
  issuer: '',
  client_id: '',
  scopes: 'openid profile email',
  username_claim: 'preferred_username',
  group_claim: '',
}
const required: ReadonlySet<TextName> = new Set(['slug', 'name', 'issuer', 'client_id'])

/** The settings of one identity provider. */
export function ProviderDrawer({ provider, onSaved, onClose }: ProviderDrawerProps) {
  const t = providersText.use()
  const server = useStatus()?.server_address ?? ''
  const closing = useRef(() => {})
  const [values, setValues] = useState<Record<TextName, string>>(provider ?? empty)
  const [secret, setSecret] = useState('')
  const [groups, setGroups] = useState(linesOf(provider?.group_map ?? {}))
  const [registers, setRegisters] = useState(provider?.allow_registration ?? false)
  const [problems, setProblems] = useState<Partial<Record<TextName | 'groups', string>>>({})
  const [isEdited, setIsEdited] = useState(false)
  const edited = (change: () => void) => {
    setIsEdited(true)
    change()
  }

  const save = useMutation({
    mutationFn: () =>
      call(oidcApi.save, {
        body: { ...values, client_secret: secret, group_map: mapIn(groups) ?? {}, allow_registration: registers },
      }),
    onSuccess: ({ name }) => {
      closing.current()
      onSaved(name)
    },
  })

  function submit() {
    const names = Object.keys(empty) as TextName[]
    const wrong = names.filter((name) => !isTextWithin(oidcBounds[name], values[name].trim()))
    const found = Object.fromEntries(wrong.map((name) => [name, t(`${name}Problem`)]))
    const all = mapIn(groups) ? found : { ...found, groups: t('groupsProblem') }
    setProblems(all)
    if (Object.keys(all).length === 0 && !save.isPending) save.mutate()
  }

  const entry = (name: TextName) => (
    <InputField
      label={t(name)}
      help={t(`${name}Help`)}
      problem={problems[name]}
      optional={!required.has(name)}
      disabled={name === 'slug' && provider !== undefined}
      spellCheck={false}
      value={values[name]}
      onChange={(text) => edited(() => setValues({ ...values, [name]: text }))}
    />
  )
  const address = `${server}/oauth/oidc/${values.slug.trim() || '…'}`
  return (
    <FormDrawer
      title={provider ? t('editTitle', { name: provider.name }) : t('add')}
      holdsInput={isEdited && !save.isSuccess}
      startsTyping={!provider}
      onClosed={onClose}
      onSubmit={submit}
      closing={closing}
      verb={t('save')}
      isSending={save.isPending}
    >
      {entry('name')}
      {entry('slug')}
      <Field label={t('address')} help={t('addressHelp')}>
        {() => (
          <div className={`${layoutStyles.row} ${styles.address}`}>
            <code>{address}</code>
            <CopyButton text={address} name={t('address')} />
          </div>
        )}
      </Field>
      {entry('issuer')}
      {entry('client_id')}
      <PasswordField
        label={t('secret')}
        help={t('secretHelp')}
        optional
        autoComplete="new-password"
        maxLength={oidcSecretMax}
        placeholder={provider?.has_secret ? t('secretKept') : ''}
        value={secret}
        onChange={(text) => edited(() => setSecret(text))}
      />
      <SwitchRow
        label={t('registration')}
        text={t('registrationText')}
        checked={registers}
        onChange={(checked) => edited(() => setRegisters(checked))}
      />
      {entry('scopes')}
      {entry('username_claim')}
      {entry('group_claim')}
      <TextAreaField
        label={t('groups')}
        help={t('groupsHelp')}
        problem={problems.groups}
        optional
        rows={3}
        spellCheck={false}
        value={groups}
        onChange={(text) => edited(() => setGroups(text))}
      />
    </FormDrawer>
  )
}
