import { type NewVirtualModel, virtualModelApi } from '@turnpike/contract/routing/virtual-models'
import type { FileVirtualModel } from '@turnpike/contract/system/config-file/config-file'
import type { NamedSection, NamedStep } from './plan-named.ts'

export type VirtualModelStep = NamedStep<NewVirtualModel>

export const virtualModelSection: NamedSection<FileVirtualModel, NewVirtualModel> = {
  section: 'virtual_models',
  kind: 'virtual_model',
  schema: virtualModelApi.create.body,
  members: ['description', 'mode', 'groups', 'is_enabled', 'members', 'fallback_on'],
  usual: { description: '', groups: [] },
}
