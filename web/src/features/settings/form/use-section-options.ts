import { isBrokenJson, isOptionText, type OptionBounds } from '@turnpike/contract/option-kinds'
import { type OptionSection, type OptionsIn, options, optionsIn } from '@turnpike/contract/options'
import { quotaMax } from '@turnpike/contract/quota'
import { parseJson, repeatedName } from '../../../components/fields/json-problem.ts'
import { settingsHelp } from '../../../components/help/help-targets.ts'
import { language } from '../../../lib/browser/preferences.ts'
import { refusalText } from '../../../lib/text/refusal-text.ts'
import { useText } from '../../../lib/text/text.ts'
import { rulesText } from './rules.text.ts'
import type { Rule, SettingsSection } from './settings-section.ts'

/** Looks at the value of a text that is JSON; what is no JSON is refused by the bounds of the option. */
export const jsonRule =
  (problemOf: (value: unknown) => string | undefined): Rule =>
  (text) => {
    const parsed = parseJson(text)
    return 'value' in parsed ? problemOf(parsed.value) : undefined
  }

/**
 * The options of a section by the contract: `labelOf` is the dictionary of the section, which holds a label under the
 * name of each. The contract's bounds are checked after the section's own rules. The server checks again and has the last
 * word.
 */
export function useSectionOptions<Section extends OptionSection>(
  section: Section,
  labelOf: (name: OptionsIn<Section>) => string,
  rules: Partial<Record<OptionsIn<Section>, Rule>> = {},
): Pick<SettingsSection, 'id' | 'options' | 'help'> {
  const t = useText(rulesText)
  const wordsOf = useRefusalWords()
  const specOf = (name: OptionsIn<Section>) => {
    const [label, bounds, ownRule] = [labelOf(name), options[name], rules[name]]
    // Other clients of this family may send an empty number; in this form it is one that is not typed yet.
    const isWithin = (text: string) => isOptionText(bounds, text) && !(bounds.kind === 'number' && text === '')
    const repeatedIn = (text: string) => {
      const name = bounds.kind === 'map' ? repeatedName(text) : undefined
      return name === undefined ? undefined : t('repeated', { name })
    }
    const rule: Rule = (text) => ownRule?.(text) ?? (isWithin(text) ? repeatedIn(text) : wordsOf(bounds, label, text))
    return { label, rule }
  }
  return {
    id: section.slice(section.indexOf('/') + 1),
    help: settingsHelp[section],
    options: Object.fromEntries(optionsIn(section).map((name) => [name, specOf(name)])),
  }
}

/** Why a text is outside the bounds of an option. */
function useRefusalWords() {
  const t = useText(rulesText)
  const spoken = language.use()
  return (bounds: OptionBounds, label: string, text: string): string => {
    if (bounds.kind === 'quota') return t('amount')
    if (bounds.kind === 'address') return t('address')
    if (bounds.kind === 'number') {
      const { min, max, decimals } = bounds
      if (decimals > 0) return t('decimal', { min })
      return max === quotaMax ? t('whole', { min }) : t('wholeBetween', { min, max })
    }
    const parsed = parseJson(text)
    if (isBrokenJson(bounds, text) && 'position' in parsed)
      return t('brokenAt', { text: refusalText('option_json_invalid', spoken, { key: label }), ...parsed.position })
    return refusalText('option_invalid', spoken, { key: label })
  }
}
