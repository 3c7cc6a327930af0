export const pages = {
  general: 'Geral',
  installation: 'Instalação',
  goals: 'Metas',
  funnels: 'Funis',
  properties: 'Propriedades',
  shields: 'Proteções',
  people: 'Pessoas',
  sharing: 'Compartilhamento',
  imports: 'Importar e exportar',
  tokens: 'Tokens de plugins',
  reports: 'Relatórios',
  'audit-log': 'Registro de auditoria',
} as const
export const groups = { site: 'Site', data: 'Dados', people: 'Pessoas e acesso' } as const
export const section = 'Seção: {page}'
export const navigation = 'Configurações'
export const back = 'Painel'
