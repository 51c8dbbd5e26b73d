import { FormSection } from '../../../../components/form/form-section.tsx'
import { isAmount, readMap } from '../../../../components/options/map-text.ts'
import { useText } from '../../../../lib/text/text.ts'
import { OptionField } from '../../form/fields/option-field.tsx'
import type { OptionForm } from '../../form/option-form.ts'
import type { SettingsSection } from '../../form/settings-section.ts'
import { jsonRule, useSectionOptions } from '../../form/use-section-options.ts'
import { isDescription, isGroupName } from './group-maps.ts'
import { GroupTable } from './group-table.tsx'
import { groupsText } from './groups.text.ts'

export function useGroupsSection(): SettingsSection {
  const t = useText(groupsText)
  const ruleOf = (label: string, isValue: (value: unknown) => boolean, words: 'notAmount' | 'notText') =>
    jsonRule((value) => {
      const map = readMap(JSON.stringify(value))
      if (!map) return t('notMap', { label })
      for (const [group, each] of map) {
        if (!isGroupName(group)) return t('badName', { label, group })
        if (!isValue(each)) return t(words, { label, group })
      }
      return undefined
    })
  const rules = {
    GroupRatio: ruleOf(t('GroupRatio'), isAmount, 'notAmount'),
    UserUsableGroups: ruleOf(t('UserUsableGroups'), isDescription, 'notText'),
  }
  return { ...useSectionOptions('operation/groups', t, rules), title: t('title'), Fields: GroupsFields }
}

function GroupsFields({ form }: { form: OptionForm }) {
  const t = useText(groupsText)
  return (
    <>
      <FormSection title={t('table')} text={t('tableText')}>
        <GroupTable form={form} />
      </FormSection>
      <FormSection title={t('json')} text={t('jsonText')}>
        <OptionField form={form} name="GroupRatio" template={{ default: 1 }} help={t('GroupRatioHelp')} />
        <OptionField
          form={form}
          name="UserUsableGroups"
          template={{ default: 'Default' }}
          help={t('UserUsableGroupsHelp')}
        />
      </FormSection>
    </>
  )
}
