export const title = 'Privacidade'
export const lead =
  'Escolha o que é medido. Os fatos abaixo decorrem das configurações deste site e servem para a política de privacidade dele.'
export const preset = 'Predefinição'
export const presets = {
  standard: 'Padrão',
  no_script: 'Sem script',
  no_campaigns: 'Sem dados de campanha sem consentimento',
}
export const hints = {
  standard: 'O script ou um kit conta as visitas.',
  no_script:
    'Só o seu servidor conta, com um kit. Nada é executado nem armazenado no navegador. Eventos de navegadores são descartados.',
  no_campaigns:
    'Parâmetros de campanha, identificadores de clique e a página que contém o link só são armazenados em eventos que informam o consentimento do visitante.',
}
export const language = 'Idioma dos fatos'
export const copyMarkdown = 'Copiar como Markdown'
export const copyText = 'Copiar como texto'
