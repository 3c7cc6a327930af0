export const days = '{first} au {last}'
export const noValue = '–'

export const notSet = '(non défini)'
export const none = '(aucune)'
export const direct = 'Direct / aucune'

export const same = 'aucune évolution'
export const up = 'hausse de {size}'
export const down = 'baisse de {size}'
export const points = { one: '{count} point', many: '{count} de points', other: '{count} points' }

export const weekSubject = '{domain} : semaine du {days}'
export const monthSubject = '{domain} : rapport mensuel, {days}'
export const weekLead = 'Semaine du {days}'
export const monthLead = 'Rapport mensuel, {days}'
export const daily = 'Visiteurs par jour'
export const graph = 'Visiteurs par jour : {counts}'

export const dashboard = 'Tableau de bord'
export const openDashboard = 'Ouvrir le tableau de bord'
export const recipients = 'Modifier les destinataires'
export const unsubscribe = 'Se désabonner'
export const address = '{name} : {url}'

export const notices = {
  spike: {
    one: '{domain} a {count} visiteur en ce moment',
    many: '{domain} a {count} de visiteurs en ce moment',
    other: '{domain} a {count} visiteurs en ce moment',
  },
  drop: {
    one: '{domain} a eu {count} visiteur au cours des {over} dernières heures',
    many: '{domain} a eu {count} de visiteurs au cours des {over} dernières heures',
    other: '{domain} a eu {count} visiteurs au cours des {over} dernières heures',
  },
  silence: {
    one: '{domain} n’a envoyé aucun événement depuis {count} heure',
    many: '{domain} n’a envoyé aucun événement depuis {count} d’heures',
    other: '{domain} n’a envoyé aucun événement depuis {count} heures',
  },
}
export const rules = {
  above: {
    one: '{metric} de {domain} pendant la dernière heure : {value}, au-dessus de {limit}',
    many: '{metric} de {domain} pendant les {count} dernières heures : {value}, au-dessus de {limit}',
    other: '{metric} de {domain} pendant les {count} dernières heures : {value}, au-dessus de {limit}',
  },
  below: {
    one: '{metric} de {domain} pendant la dernière heure : {value}, au-dessous de {limit}',
    many: '{metric} de {domain} pendant les {count} dernières heures : {value}, au-dessous de {limit}',
    other: '{metric} de {domain} pendant les {count} dernières heures : {value}, au-dessous de {limit}',
  },
  up: {
    one: '{metric} de {domain} pendant la dernière heure : {value}, {share} de plus que d’habitude ({usual})',
    many: '{metric} de {domain} pendant les {count} dernières heures : {value}, {share} de plus que d’habitude ({usual})',
    other:
      '{metric} de {domain} pendant les {count} dernières heures : {value}, {share} de plus que d’habitude ({usual})',
  },
  down: {
    one: '{metric} de {domain} pendant la dernière heure : {value}, {share} de moins que d’habitude ({usual})',
    many: '{metric} de {domain} pendant les {count} dernières heures : {value}, {share} de moins que d’habitude ({usual})',
    other:
      '{metric} de {domain} pendant les {count} dernières heures : {value}, {share} de moins que d’habitude ({usual})',
  },
}
export const droppedShare = 'Événements rejetés'
export const sentence = '{notice}.'

export const invitation = {
  subject: 'Invitation à {to} de la part de {by}',
  text: '{who} vous invite sur Tidemark pour consulter les statistiques de {to} (rôle : {role}). Le lien est valable une seule fois, pendant {days} jours. Si vous ne connaissez pas {by}, ignorez cet e-mail.',
  link: 'Accepter l’invitation',
}
export const reset = {
  subject: 'Un nouveau mot de passe pour Tidemark',
  text:
    'Quelqu’un a demandé un nouveau mot de passe pour votre compte. Le lien est valable une seule fois, ' +
    'pendant {hours} heures. Si vous ne l’avez pas demandé, ignorez cet e-mail. Votre mot de passe reste le ' +
    'même.',
  link: 'Choisir un nouveau mot de passe',
}
export const addressNotice = {
  subject: 'Votre adresse e-mail sur Tidemark',
  text:
    'Quelqu’un utilise votre compte et a demandé de remplacer son adresse e-mail par {to}. L’adresse change ' +
    'quand le lien dans l’e-mail envoyé à {to} est ouvert. Si vous ne l’avez pas demandé, changez votre mot ' +
    'de passe maintenant.',
}
export const confirmation = {
  subject: 'Confirmez votre adresse e-mail pour Tidemark',
  text:
    'Pour confirmer votre adresse e-mail, ouvrez ce lien dans le navigateur où votre compte est connecté. Il ' +
    'est valable une seule fois, pendant {hours} heures. Si vous n’avez pas de compte avec cette adresse, ' +
    'ignorez cet e-mail.',
  link: 'Confirmer l’adresse',
}
