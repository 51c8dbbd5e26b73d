import { invitationDays, type NewOrgInvitation, orgApi, orgBounds } from '@turnpike/contract/identity/organisation-api'
import { Button, Segmented } from 'antd'
import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { copy } from '../../../components/copy/copy.ts'
import { ChoiceChips } from '../../../components/fields/choice-chips.tsx'
import { SelectField } from '../../../components/fields/choice-field.tsx'
import { Field } from '../../../components/fields/field.tsx'
import { InputField } from '../../../components/fields/input-field.tsx'
import { orgRoleText } from '../../../components/organisation/org-role.text.ts'
import { FormDrawer } from '../../../components/overlay/form-drawer.tsx'
import { Callout } from '../../../components/states/callout.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useBaseAddress } from '../../../lib/address/use-base-address.ts'
import { call } from '../../../lib/api/call.ts'
import styles from '../organisation.module.css'
import { type OrgProps, paramsOf, useOrgChange } from '../use-org.ts'
import { inviteText } from './invite.text.ts'
import { rolesGrantedBy } from './standing.ts'

type Way = 'byLink' | 'byMail'
type Role = ReturnType<typeof rolesGrantedBy>[number]
type Days = (typeof invitationDays)[number]

const looksLikeMail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)

/** Invites a person by a link, which is shown this once, or by mail. */
export function InviteDrawer({ org, onClosed }: OrgProps & { onClosed: () => void }) {
  const t = inviteText.use()
  const roles = orgRoleText.use()
  const closing = useRef(() => {})
  const [role, setRole] = useState<Role>('member')
  const [way, setWay] = useState<Way>('byLink')
  const [email, setEmail] = useState('')
  const [days, setDays] = useState<Days>(7)
  const [problem, setProblem] = useState<string>()
  const [made, setMade] = useState<NewOrgInvitation>()
  const inviting = useOrgChange(
    (to: string) => call(orgApi.invite, { params: paramsOf(org.id), body: { role, email: to, days } }),
    { onDone: setMade },
  )
  function submit() {
    if (inviting.isPending) return
    const to = way === 'byMail' ? email.trim() : ''
    if (way === 'byMail' && !looksLikeMail(to)) setProblem(t('emailProblem'))
    else inviting.mutate(to)
  }
  return (
    <FormDrawer
      title={t(made ? 'madeTitle' : 'title')}
      holdsInput={!made && email !== ''}
      onClosed={onClosed}
      onSubmit={submit}
      closing={closing}
      verb={t(way === 'byMail' ? 'send' : 'createLink')}
      isSending={inviting.isPending}
      done={made && t('done')}
    >
      {made ? (
        <Made invitation={made} />
      ) : (
        <>
          <SelectField
            label={t('role')}
            help={roles(`${role}May`)}
            value={role}
            options={rolesGrantedBy(org.role).map((value) => ({ value, label: roles(value) }))}
            onChange={setRole}
          />
          <Segmented<Way>
            block
            aria-label={t('way')}
            value={way}
            options={(['byLink', 'byMail'] as const).map((value) => ({ value, label: t(value) }))}
            onChange={setWay}
          />
          {way === 'byLink' ? (
            <p className={textStyles.hint}>{t('linkHelp')}</p>
          ) : (
            <InputField
              label={t('email')}
              help={t('mailHelp')}
              problem={problem}
              inputMode="email"
              maxLength={orgBounds.email.lengthMax}
              value={email}
              onChange={(text) => {
                setEmail(text)
                setProblem(undefined)
              }}
            />
          )}
          <Field label={t('life')}>
            {() => (
              <ChoiceChips<Days>
                label={t('life')}
                choices={invitationDays.map((value) => ({ value, label: t('days', { count: value }) }))}
                chosen={days}
                onChoose={setDays}
              />
            )}
          </Field>
        </>
      )}
    </FormDrawer>
  )
}

/** The link of a new invitation, or where it was sent. The code is not stored, so that it cannot be shown again. */
function Made({ invitation: { code, email } }: { invitation: NewOrgInvitation }) {
  const t = inviteText.use()
  const link = `${useBaseAddress()}/org/invitation?code=${encodeURIComponent(code)}`
  if (code === '') return <Callout tone="success" title={t('sent', { email })} text={t('mailHelp')} />
  return (
    <div className={layoutStyles.stack12} role="status">
      <code className={`${layoutStyles.framed} ${styles.link}`}>{link}</code>
      <div>
        <Button autoFocus type="primary" icon={<Copy />} onClick={() => copy(link, t('link'))}>
          {t('copyLink')}
        </Button>
      </div>
      <p className={textStyles.hint}>{t('onceHelp')}</p>
    </div>
  )
}
