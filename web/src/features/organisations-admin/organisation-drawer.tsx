import { type AdminOrg, isOrgName, orgAdminApi } from '@turnpike/contract/identity/organisation-api'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { BalanceHistory } from '../../components/balance/balance-history.tsx'
import { SelectField } from '../../components/fields/choice-field.tsx'
import { InputField } from '../../components/fields/input-field.tsx'
import { SwitchRow } from '../../components/fields/switch-row.tsx'
import { Fact, Facts } from '../../components/figures/facts.tsx'
import { Money } from '../../components/figures/money.tsx'
import { FormSection } from '../../components/form/form-section.tsx'
import { useEdits } from '../../components/form/use-edits.ts'
import { LimitFields } from '../../components/limits/limit-fields.tsx'
import { LimitStates } from '../../components/limits/limit-states.tsx'
import { useLimitForm } from '../../components/limits/use-limit-form.ts'
import { FormDrawer } from '../../components/overlay/form-drawer.tsx'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { toast } from '../../components/overlay/toast-list.ts'
import { call } from '../../lib/api/call.ts'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { ChangeOrgBalance } from './change-org-balance.tsx'
import { OrganisationMembers } from './organisation-members.tsx'
import styles from './organisations.module.css'
import { organisationsText } from './organisations.text.ts'
import { listName, paramsOf, useGroups, useOrganisation, useUpdateOrganisation } from './use-organisations.ts'

const AccountSubscriptions = lazyPart(
  async () => (await import('../../components/subscriptions/account-subscriptions.tsx')).AccountSubscriptions,
)

type OrganisationDrawerProps = {
  /** The row of the list, shown until the stored organisation is loaded. */
  known: AdminOrg
  onClosed: () => void
}

/** Everything about one organisation; a deleted one is only shown. */
export function OrganisationDrawer({ known, onClosed }: OrganisationDrawerProps) {
  const org = useOrganisation(known).data ?? known
  return org.state === 'deleted' ? (
    <DeletedDrawer org={org} onClosed={onClosed} />
  ) : (
    <EditDrawer org={org} onClosed={onClosed} />
  )
}

type DrawerProps = { org: AdminOrg; onClosed: () => void }

function EditDrawer({ org, onClosed }: DrawerProps) {
  const t = organisationsText.use()
  const closing = useRef(() => {})
  const form = useOrganisationForm(org, () => closing.current())
  const { values, edit, changed } = form
  const groups = useGroups()
  // The organisation's group may have been deleted; it stays in the list until another is chosen.
  const names = [...new Set([...(groups.data ?? []), org.group])].filter(Boolean)
  return (
    <FormDrawer
      title={<Title org={org} />}
      windowTitle={`${t('editTitle')} ${org.name}`}
      summary={changed.length > 0 && t('unsaved', { names: changed.map((name) => t(name)).join(t('comma')) })}
      holdsInput={changed.length > 0}
      onClosed={onClosed}
      onSubmit={form.submit}
      formClassName={styles.drawer}
      closing={closing}
      verb={t('save')}
      isSending={form.isSaving}
    >
      <FormSection title={t('about')} text={t('aboutText')}>
        <InputField label={t('name')} problem={form.problem} value={values.name} onChange={(name) => edit({ name })} />
        <SwitchRow
          label={t('enabled')}
          text={t('enabledText')}
          checked={values.enabled}
          onChange={(enabled) => edit({ enabled })}
        />
      </FormSection>
      <FormSection title={t('money')} text={t('moneyText')}>
        <SelectField
          label={t('group')}
          showSearch
          loading={groups.isPending}
          value={values.group}
          options={names.map((name) => ({ value: name, label: name }))}
          onChange={(group: string) => edit({ group })}
        />
        <Balance org={org} />
      </FormSection>
      <FormSection title={t('limits')} text={t('limitsText')}>
        {org.states.length > 0 && <LimitStates states={org.states} />}
        <LimitFields values={form.limits.values} problems={form.limits.problems} onChange={form.limits.set} />
      </FormSection>
      <MembersAndHistory org={org} />
    </FormDrawer>
  )
}

function DeletedDrawer({ org, onClosed }: DrawerProps) {
  const t = organisationsText.use()
  return (
    <SideDrawer
      title={<Title org={org} />}
      windowTitle={org.name}
      onClosed={onClosed}
      buttons={({ close }) => <Button onClick={close}>{t('close')}</Button>}
    >
      <div className={styles.drawer}>
        <MembersAndHistory org={org} />
      </div>
    </SideDrawer>
  )
}

const Title = ({ org: { id, name } }: { org: AdminOrg }) => (
  <>
    {name} <span className={styles.which}>#{id}</span>
  </>
)

function MembersAndHistory({ org }: { org: AdminOrg }) {
  const t = organisationsText.use()
  return (
    <>
      {org.state !== 'deleted' && <AccountSubscriptions of={org} />}
      <FormSection title={t('members')} text={t('membersText')}>
        <OrganisationMembers org={org} />
      </FormSection>
      <FormSection title={t('history')} text={t('historyText')}>
        <BalanceHistory
          of={[listName, 'ledger', org.id]}
          load={(range) => call(orgAdminApi.ledger, { params: paramsOf(org), query: range })}
        />
      </FormSection>
    </>
  )
}

/** The balance, and the dialog that changes it. */
function Balance({ org }: { org: AdminOrg }) {
  const t = organisationsText.use()
  const [isChanging, setIsChanging] = useState(false)
  return (
    <div className={styles.balance}>
      <Facts>
        <Fact name={t('balance')}>
          <Money quota={org.quota} />
        </Fact>
        <Fact name={t('reserved')}>
          <Money quota={org.held} of="spend" />
        </Fact>
      </Facts>
      <Button onClick={() => setIsChanging(true)}>{t('changeBalance')}</Button>
      {isChanging && <ChangeOrgBalance org={org} onClose={() => setIsChanging(false)} />}
    </div>
  )
}

/** The edited values of an organisation, and the save. Only what was changed is sent. */
function useOrganisationForm(org: AdminOrg, onSaved: () => void) {
  const t = organisationsText.use()
  const stored = { name: org.name, group: org.group, enabled: org.state === 'active' }
  const { values, edit } = useEdits(stored)
  const limits = useLimitForm(org.limits)
  const [problem, setProblem] = useState<string>()
  const saving = useUpdateOrganisation(org, () => {
    toast.success(t('saved'))
    onSaved()
  })
  const own = (['name', 'group', 'enabled'] as const).filter((name) => values[name] !== stored[name])
  return {
    values,
    limits,
    problem,
    changed: [...own, ...(limits.isChanged ? (['limits'] as const) : [])],
    isSaving: saving.isPending,
    edit(change: Partial<typeof stored>) {
      edit(change)
      setProblem(undefined)
    },
    submit() {
      const read = limits.read()
      const name = values.name.trim()
      if (!isOrgName(name)) setProblem(t('nameProblem'))
      else if (read && !saving.isPending)
        saving.mutate({
          ...(own.includes('name') && { name }),
          ...(own.includes('group') && { group: values.group }),
          ...(own.includes('enabled') && { is_enabled: values.enabled }),
          ...(limits.isChanged && { limits: read }),
        })
    },
  }
}
