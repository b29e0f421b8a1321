{{/*
One service's Deployment. Takes `root` (the chart's context), `args`, `http` (whether it has the public
port), `talksToKubernetes`, `env`, and where there are files `volumes`, `volumeMounts` and their `checksum`.
*/}}
{{- define "slipway.deployment" -}}
{{- $root := .root -}}
{{- $values := $root.Values -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "slipway.metadata" $root | nindent 2 }}
spec:
  {{- if not $values.autoscaling.enabled }}
  replicas: {{ $values.replicaCount }}
  {{- end }}
  revisionHistoryLimit: 3
  strategy:
    rollingUpdate:
      maxSurge: 1
      maxUnavailable: 0
  selector:
    matchLabels:
      {{- include "slipway.selectorLabels" $root | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "slipway.labels" $root | nindent 8 }}
        {{- with $values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      {{- $annotations := $values.podAnnotations }}
      {{- with .checksum }}
      {{- $annotations = merge (dict "checksum/config" .) $annotations }}
      {{- end }}
      {{- with $annotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
    spec:
      serviceAccountName: {{ include "slipway.serviceAccountName" $root }}
      automountServiceAccountToken: {{ .talksToKubernetes | default false }}
      # Kubernetes would set SLIPWAY_PORT for a Service named slipway, and the program would read it.
      enableServiceLinks: false
      {{- with $values.global.imagePullSecrets }}
      imagePullSecrets:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      securityContext:
        {{- include "slipway.podSecurityContext" . | nindent 8 }}
      # Five seconds to leave the Service, then up to 30 for what still runs.
      terminationGracePeriodSeconds: 40
      containers:
        - name: {{ $root.Chart.Name }}
          image: {{ include "slipway.image" $root | quote }}
          imagePullPolicy: {{ $values.image.pullPolicy }}
          args:
            {{- range concat .args (include "slipway.commonArgs" $root | fromYamlArray) }}
            - {{ . | quote }}
            {{- end }}
          {{- with .env }}
          env:
            {{- toYaml . | nindent 12 }}
          {{- end }}
          ports:
            {{- if .http }}
            - name: http
              containerPort: {{ $values.config.port }}
            {{- end }}
            - name: ops
              containerPort: {{ $values.config.opsPort }}
          startupProbe:
            httpGet:
              path: /livez
              port: ops
            periodSeconds: 1
            failureThreshold: 60
          livenessProbe:
            httpGet:
              path: /livez
              port: ops
            timeoutSeconds: 3
          readinessProbe:
            httpGet:
              path: /readyz
              port: ops
            periodSeconds: 5
            timeoutSeconds: 3
          lifecycle:
            preStop:
              sleep:
                seconds: 5
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "slipway.containerSecurityContext" . | nindent 12 }}
          {{- with .volumeMounts }}
          volumeMounts:
            {{- toYaml . | nindent 12 }}
          {{- end }}
      {{- with .volumes }}
      volumes:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      topologySpreadConstraints:
        {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
        - maxSkew: 1
          topologyKey: {{ $key }}
          whenUnsatisfiable: ScheduleAnyway
          matchLabelKeys: [pod-template-hash]
          labelSelector:
            matchLabels:
              {{- include "slipway.selectorLabels" $root | nindent 14 }}
        {{- end }}
      {{- with $values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.tolerations }}
      tolerations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- with $values.affinity }}
      affinity:
        {{- toYaml . | nindent 8 }}
      {{- end }}
{{- end -}}

{{- define "slipway.commonArgs" -}}
- --nats-url={{ include "slipway.natsUrl" . }}
- --ops-address={{ .Values.config.opsAddress }}
- --ops-port={{ .Values.config.opsPort }}
- --log-level={{ .Values.config.logLevel }}
{{- end -}}

{{- define "slipway.podSecurityContext" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "slipway.containerSecurityContext" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}
