export const signs = {
  name: 'Advertencias sobre este sitio',
  kit_refused:
    '{visitors} de los últimos {of} visitantes llegaron a través de un kit cuya firma no es válida. Todos cuentan para la dirección de su servidor, en el país de este.',
  forwarded:
    '{visitors} de los últimos {of} visitantes llegaron a través de un proxy y cuentan para la dirección de este en lugar de la suya. Los visitantes únicos y los países son incorrectos.',
  forwardedBy:
    '{visitors} de los últimos {of} visitantes llegaron a través de {carrier} y cuentan para la dirección de este en lugar de la suya. Los visitantes únicos y los países son incorrectos.',
  shared_address:
    '{visitors} de los últimos {of} visitantes comparten una sola dirección. Los visitantes únicos y los países son incorrectos. {why}',
  no_country: '{visitors} de los últimos {of} visitantes no tienen país. {why}',
  causes: {
    cdn: 'La dirección pertenece a una red de distribución de contenido.',
    hosting: 'La dirección pertenece a un centro de datos.',
    carried: 'Sus solicitudes pasaron por un proxy.',
    private: 'La dirección es privada, como la de un proxy o un contenedor.',
    old: 'Sus solicitudes usan HTTP/1.0, que solo usan proxies como nginx.',
    mixed: 'Distintos navegadores llegan por la misma conexión.',
    server: 'A sus solicitudes les faltan encabezados que todo navegador envía: las envía un servidor.',
    audience: 'Usan muchos navegadores e idiomas, como los visitantes de un sitio público.',
  },
  placeless: {
    unknown: 'Sus direcciones no están en la base de datos de países. Actualícela con: {command}',
    private:
      'Sus direcciones son privadas. En una intranet es correcto. Si no, haga que el proxy delante de Tidemark envíe X-Forwarded-For.',
  },
  adviceKit:
    '¿Este sitio se sirve con {carrier}? Use el kit para {kit}. ¿Está delante de Tidemark? Añádalo a TRUSTED_PROXIES.',
  advice:
    '¿Un servidor de este sitio transmite el script y los eventos? Use un kit. ¿Hay un proxy delante de Tidemark? Añádalo a TRUSTED_PROXIES.',
  adviceRefused: 'Copie de nuevo los archivos del kit y compruebe el reloj de su servidor.',
  showKit: 'Mostrar kit: {kit}',
  chooseKit: 'Elegir un kit',

  arrivals: 'Solicitudes de este sitio que no se contaron:',
  other_domain: 'Los eventos de páginas de este sitio indican el dominio «{detail}». Ponga {domain} en data-domain.',
  otherDomains: 'Los eventos de páginas de este sitio indican otros dominios. Ponga {domain} en data-domain.',
  empty_body:
    'Llegan eventos sin contenido. Un proxy o una reescritura descarta el cuerpo: haga que transmita el cuerpo de las solicitudes POST.',
  cut_body: 'Llegan eventos con un contenido que no se puede leer. Un proxy corta o cambia el cuerpo.',
  bad_event: 'Llegan eventos con un valor no válido: {detail}. Revise el código o el proxy que los envía.',
  script:
    'El script se cargó en {detail}, pero no llegó ningún evento. Lo detiene un bloqueador, una política de seguridad de contenido sin {service} en connect-src o la exclusión de sus propias visitas. Busque un error en la consola del navegador.',
  local:
    'El script se cargó en localhost, donde los eventos no se cuentan. Abra el sitio publicado o use script.local.js.',
  blocked:
    'Su navegador no puede cargar {script}. Lo detiene un bloqueador de contenido: otros visitantes con el mismo bloqueador no se cuentan.',

  page: {
    no_tag:
      '{page} no tiene ningún script de Tidemark en su HTML. Si no lo añaden un gestor de etiquetas ni su código, añada el fragmento y vacíe las cachés de la página.',
    other_domain: 'El script de {page} tiene data-domain="{detail}". Debe ser {domain}.',
    script_blocked: 'La política de seguridad de contenido de {page} bloquea el script. Añada {service} a script-src.',
    events_blocked:
      'La política de seguridad de contenido de {page} bloquea los eventos. Añada {service} a connect-src.',
    no_answer: '{page} responde con el estado {detail}.',
  },
} as const
