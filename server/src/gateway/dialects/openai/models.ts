import type { Dialect, ModelFacts } from '../dialect.ts'

const created = 1626777600 // the constant date that servers of this family return
export const createdText = new Date(created * 1000).toISOString()

const one = ({ id, owner }: ModelFacts) => ({
  id,
  object: 'model',
  created,
  owned_by: owner,
  permission: [],
  root: id,
  parent: null,
})

export const openAiModels: Dialect['models'] = {
  one,
  list: (models) => ({ success: true, object: 'list', data: models.map(one) }),
}
