import { errorOf as text } from '../form-errors.ts'

/** The refusals that the pages of channels foresee. They are apart from the others, so that only those pages fetch them. */
export const channelErrors = {
  channel_type_retired: text(
    '该类型的服务商已停止服务，请填写其他服务器的地址',
    'This provider has been shut down. Enter the address of another server',
  ),
  channel_type_uncallable: text('该类型的渠道无法处理请求', 'Channels of this type cannot serve requests'),
  channel_name_missing: text('请填写渠道名称', 'Enter a name for the channel'),
  channel_key_missing: text('请填写渠道密钥！', 'please enter key'),
  channel_key_for_host: text(
    '渠道地址的主机或 http 地址所用的代理已更改，请重新填写密钥：已保存的密钥只会发送到保存时的主机和代理',
    'The host of the channel, or its proxy for plain http, has changed. Enter its key again: a stored key stays with both',
  ),
  channel_keys_json: text(
    '密钥列表必须是 JSON 数组，每项为文本或服务账号对象',
    'A list of keys must be a JSON array of texts or of service accounts',
  ),
  channel_models_missing: text('请至少选择一个模型！', 'Choose at least one model'),
  channel_group_missing: text('请至少选择一个分组！', 'Choose at least one group'),
  channel_base_url_missing: text('请填写 API 地址', 'Enter the base URL'),
  channel_base_url_invalid: text('API 地址必须是 http 或 https 地址', 'The base URL must be an http or https address'),
  channel_base_url_model: text(
    '自定义渠道的地址必须是包含 {variable} 变量的完整地址',
    'The address of a custom channel must be a full URL that contains {variable}',
  ),
  channel_region_missing: text('部署地区不能为空！', 'A deployment region is required'),
  channel_region_default: text('部署地区必须包含 default 字段', 'The deployment regions must include a default field'),
  channel_other_missing: text('请填写此类型必需的附加字段', 'Fill in the extra field that this type requires'),
  channel_mapping_invalid: text('模型映射必须是合法的 JSON 格式！', 'The model mapping must be valid JSON'),
  channel_status_mapping_invalid: text(
    '状态码映射必须是错误码到错误码的 JSON 对象',
    'The status code mapping must be a JSON object from error codes to error codes',
  ),
  channel_setting_invalid: text('渠道额外设置必须是合法的 JSON 对象', 'The extra settings must be a JSON object'),
  channel_budget_without_cost: text(
    '渠道预算按成本计算：请先在“成本”中填写渠道成本，或删除预算',
    'A channel budget counts costs. Enter the cost of the channel first, or remove the budget',
  ),
  override_json: text('覆盖配置必须是 JSON 对象', 'An override must be a JSON object'),
  override_mode: text('{place}：不支持的模式 {name}', '{place}: the mode {name} is not supported'),
  override_large: text('{place}：内容过长或数量过多', '{place}: too long or too many'),
  override_protected: text('{place}：不能覆盖 {name}', '{place}: {name} cannot be overridden'),
  override_header: text(
    '{place}：请求头 {name} 无效或不能设置',
    '{place}: the header {name} is invalid or cannot be set',
  ),
  override_credential: text(
    '{place}：凭证请求头 {name} 只能使用固定值或渠道密钥，不能来自客户端',
    '{place}: the credential header {name} takes a literal or the channel key, and nothing from the client',
  ),
  override_member: text('{place}：值无效或字段未知', '{place}: the value is invalid or the member is unknown'),
  override_mask: text(
    '{place}：没有已保存的值，请重新填写',
    '{place}: there is no stored value for this mask. Enter the value',
  ),
  override_for_host: text(
    '渠道地址的主机或 http 地址所用的代理已更改，请重新填写请求头的值：已保存的值只会发送到保存时的主机和代理',
    'The host of the channel, or its proxy for plain http, has changed. Enter the values of its headers again: stored values stay with both',
  ),
  channel_priority_low: text('优先级不能小于 -999', 'The priority cannot be below -999'),
  channel_weight_negative: text('权重必须是非负整数！', 'The weight must be a non-negative integer'),
  channels_none_selected: text('请先选择要删除的渠道！', 'please select channels to delete first'),
  channel_tag_missing: text('标签不能为空！', 'The tag cannot be empty'),
  channel_not_testable: text('该类型的渠道不支持测试', 'Channels of this type cannot be tested'),
  models_fetch_failed: text('获取模型列表失败', 'failed to get model list'),
} as const

export type ChannelErrorCode = keyof typeof channelErrors
