{{- define "slipway.natsUrl" -}}
{{- .Values.global.nats.url | default (printf "nats://%s-nats:4222" .Release.Name) -}}
{{- end -}}

{{/* The NATS of this release by its labels; another one may stand anywhere, so its port alone counts. */}}
{{- define "slipway.natsEgress" -}}
{{- $url := .Values.global.nats.url -}}
{{- if $url -}}
- ports:
    - protocol: TCP
      port: {{ regexFind "[0-9]+$" (regexFind ":[0-9]+$" (get (urlParse $url) "host")) | default "4222" | int }}
{{- else -}}
- to:
    - podSelector:
        matchLabels:
          app.kubernetes.io/name: nats
          app.kubernetes.io/instance: {{ .Release.Name }}
  ports:
    - protocol: TCP
      port: 4222
{{- end -}}
{{- end -}}
