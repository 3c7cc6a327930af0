export const emptyPart = '“{host}” tem dois pontos seguidos ou começa com um ponto. Digite um domínio como example.com.'
export const hyphen = 'Uma parte de “{host}” começa ou termina com hífen. Digite um domínio como example.com.'
export const longPart = 'Cada parte de um domínio pode ter no máximo 63 caracteres.'
export const noDot = '“{domain}” é o domínio completo?'
export const noDotLead =
  'Domínios públicos contêm um ponto, por exemplo example.com. Os eventos só são contados se suas páginas enviarem exatamente este nome.'
export const addAnyway = 'Adicionar {domain}'
export const renameAnyway = 'Salvar {domain}'
